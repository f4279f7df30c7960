print("gnomon")
